package import HTTP3
package import LinuxIO
import Synchronization

/// A UDP port at which a server speaks HTTP/3. It belongs to the network namespace of the thread that makes it.
package final class HTTP3Port: ServedPort {
    /// Packets of many clients may come while the thread does something else.
    private static let receiveBuffer: Int32 = 4 << 20

    package let address: SocketAddress
    private let credentials: QUICCredentials
    private let limits: HTTP3Limits
    private let retries: Bool
    private let socket: Mutex<DatagramSocket?>

    /// `port` 0 takes a free one. With `retries` every client has to show first that it receives at its address.
    package init(
        _ wanted: SocketAddress,
        _ credentials: QUICCredentials,
        _ limits: HTTP3Limits = HTTP3Limits(),
        retries: Bool = false
    ) throws(ListenerError) {
        let made: DatagramSocket
        do throws(SystemCallError) {
            made = try DatagramSocket(wanted, buffer: Self.receiveBuffer, isWhole: true)
        } catch {
            throw ListenerError(error, on: wanted)
        }
        _ = made.mergeReceived()
        address = made.address
        socket = Mutex(made)
        (self.credentials, self.limits, self.retries) = (credentials, limits, retries)
    }

    package func open(on loop: EventLoop, _ setting: ServedPortSetting) throws(SystemCallError) {
        guard let socket = socket.withLock({ $0.take() }) else { return }
        let endpoint: HTTP3ServerEndpoint
        do throws(HTTP3Error) {
            endpoint = try HTTP3ServerEndpoint(credentials, limits, retries: retries)
        } catch {
            // The credentials could not have been made without the libraries.
            return
        }
        let token = loop.takeToken()
        let served = HTTP3Socket(socket, endpoint, token: token, setting, loop.clock)
        try loop.add(served, at: token, isReadable: false)
    }
}
