/// Room for one read of a socket, reused by all connections: an idle one holds none. It belongs to the loop's
/// thread.
final class ReceiveBuffer {
    static let size = 16_384

    // Safety: it is lent to one system call at a time.
    @exclusivity(unchecked) var bytes = [UInt8](repeating: 0, count: size)
}
