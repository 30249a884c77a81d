import Wire

/// Reads the hellos of TLS from a tunnel's first bytes, and stops looking as soon as it has both, or the bytes
/// are no TLS.
package struct TunnelReading: Sendable {
    private enum Progress {
        case offer, choice, over
    }

    /// nil if the tunnel carries no TLS, or its first bytes have not come yet.
    package private(set) var hello: TunnelHello?
    private var progress = Progress.offer
    private var client = HelloReader()
    private var server = HelloReader()

    package init() {}

    /// Returns the hello if there is news of it.
    package mutating func receive(fromClient bytes: ArraySlice<UInt8>) -> TunnelHello? {
        guard case .offer = progress else { return nil }
        switch client.receive(bytes, .clientHello, read: { TLSClientHello($0) }) {
        case .incomplete: break
        case .message(let offer): (hello, progress) = (TunnelHello(offer), .choice)
        case .foreign: progress = .over
        }
        return hello
    }

    /// Returns the hello if there is news of it.
    package mutating func receive(fromServer bytes: ArraySlice<UInt8>) -> TunnelHello? {
        guard case .choice = progress else { return nil }
        switch server.receive(bytes, .serverHello, read: { TLSServerHello($0) }) {
        case .incomplete: break
        case .message(let choice):
            progress = .over
            hello?.version = choice.version
            hello?.cipherSuite = choice.cipherSuite
            hello?.chosenProtocol = choice.applicationProtocol
            return hello
        case .foreign: progress = .over
        }
        return nil
    }
}
