import Glibc
package import Wire

/// ICMP echo requests to one host, one after the other, as `ping` sends them. The kernel stamps the arrival of an answer, so
/// that no program has to be woken first. One thread at a time may use it.
package final class EchoSocket: Sendable {
    package static let headerBytes = 8
    private static let echoRequests: (ip4: UInt8, ip6: UInt8) = (8, 128)
    private static let numberOffset = 7
    private static let longestAnswer = 2_048
    /// As good as no answer.
    private static let losses = [EAGAIN, ECONNREFUSED, EHOSTUNREACH, ENETUNREACH]

    private let socket: ProbeSocket
    private let payload: Int
    private let echoRequest: UInt8

    /// On the host of the calling thread. `payload` is in bytes, `patience` for each answer in milliseconds.
    package init(
        to host: IPAddress,
        payload: Int,
        patience: Int = ProbeSocket.patience
    ) throws(SystemCallError) {
        socket = try ProbeSocket.pings(of: host, patience: patience)
        echoRequest = host.isV4 ? Self.echoRequests.ip4 : Self.echoRequests.ip6
        try socket.connect(SocketAddress(host: host, port: 0))
        self.payload = payload
    }

    /// Asks once; nil if no answer comes in time. The number tells the answer from late ones to earlier questions.
    package func roundTrip(number: UInt8) throws(SystemCallError) -> Nanoseconds? {
        var question = [UInt8](repeating: 0, count: Self.headerBytes + payload)
        (question[0], question[Self.numberOffset]) = (echoRequest, number)
        var answer = [UInt8](repeating: 0, count: Self.longestAnswer)
        let sent = RunClock.wall()
        do throws(SystemCallError) {
            try socket.send(question)
            while true {
                let arrived = try socket.receiveStamped(into: &answer)
                if answer[Self.numberOffset] == number { return arrived - sent }
            }
        } catch  where Self.losses.contains(error.errno) {
            return nil
        }
    }
}
