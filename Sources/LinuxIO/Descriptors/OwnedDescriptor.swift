import Glibc

/// A file descriptor with one owner, closed with the owner.
package struct OwnedDescriptor: ~Copyable, Sendable {
    /// Borrowed: valid only while the owner lives.
    package let raw: Int32

    package init(owning raw: Int32) {
        self.raw = raw
    }

    deinit {
        close(raw)
    }

    /// Gives up ownership; the caller must close the descriptor.
    package consuming func release() -> Int32 {
        let raw = self.raw
        discard self
        return raw
    }
}
