import LinuxIO

/// Why packets could not be recorded or read, and what to do about it.
package struct CaptureError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Kind: Hashable, Sendable {
        case permission
        case interface
        case filter
        case file
        case system
    }

    package var kind: Kind
    package var description: String

    package init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}

// MARK: Files

extension CaptureError {
    /// The file at the path is not a capture.
    package static func noCapture(_ path: String) -> CaptureError {
        let status = path == "-" ? nil : FileStatus(path)
        let isEmpty = status?.isRegular == true && status?.size == 0
        return CaptureError(
            .file,
            isEmpty ? "the file is empty" : "this is not a capture: neither pcapng nor pcap"
        )
    }
}
