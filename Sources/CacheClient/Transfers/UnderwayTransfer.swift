/// A transfer that has begun. It belongs to the loop's thread alone.
protocol UnderwayTransfer: AnyObject {
    /// Called for each piece of the body; nil if no caller asks.
    var report: ((TransferProgress) -> Void)? { get set }

    /// nil before any of the body has arrived.
    var soFar: TransferProgress? { get }

    /// True if the body is the requested image, not that of an error response.
    var isOfImage: Bool { get }

    /// What has arrived of it.
    var body: [UInt8] { get }
}
