import Glibc

/// A file descriptor with one owner, closed when the owner goes.
package struct OwnedDescriptor: ~Copyable, Sendable {
    /// Borrowed: valid only while the owner lives.
    package let raw: Int32

    package init(owning raw: Int32) {
        self.raw = raw
    }

    deinit {
        close(raw)
    }

    /// Gives the descriptor to whoever takes the number.
    package consuming func release() -> Int32 {
        let raw = self.raw
        discard self
        return raw
    }
}
