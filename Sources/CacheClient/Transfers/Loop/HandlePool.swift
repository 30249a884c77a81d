/// Idle libcurl handles for later transfers, which save allocating their buffers and setting the common
/// options. It belongs to the loop's thread alone.
///
/// Handles are not reset, because libcurl would then return to small buffers: each transfer sets all its own
/// options.
final class HandlePool {
    /// Maximum number kept; each has a buffer. More are created as needed.
    private static let most = 16

    private let isTraced: Bool
    // Safety: only one thread accesses it, and no access overlaps another.
    @exclusivity(unchecked) private var idle: [TransferHandle] = []

    init(isTraced: Bool) {
        self.isTraced = isTraced
    }

    /// nil if there is not enough memory for a new one.
    func take(_ settings: TransferSettings) -> TransferHandle? {
        while let handle = idle.popLast() {
            if handle.settings === settings { return handle }
        }
        return TransferHandle(settings, isTraced: isTraced)
    }

    /// Takes back the handle of a successful transfer that libcurl has released.
    func put(back handle: TransferHandle) {
        guard idle.count < Self.most, handle.isClean else { return }
        // The session cache may be replaced meanwhile.
        handle.share(nil)
        idle.append(handle)
    }
}
