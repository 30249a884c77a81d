import LinuxIO

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
