/// The connection that carried something. TCP connections and QUIC connections are numbered on their own, each from 0
/// in the order of first sight.
package enum CaptureConnection: Hashable, Comparable, Sendable {
    case tcp(Int)
    case quic(Int)

    /// The number of a TCP connection, its stream; nil for QUIC.
    package var stream: Int? {
        switch self {
        case .tcp(let number): number
        case .quic: nil
        }
    }

    /// The number of a QUIC connection; nil for TCP.
    package var quic: Int? {
        switch self {
        case .tcp: nil
        case .quic(let number): number
        }
    }

    /// As tables and file names show it: `3` for TCP, as packet analysers count streams, `quic0` for QUIC.
    package var label: String {
        switch self {
        case .tcp(let number): "\(number)"
        case .quic(let number): "quic\(number)"
        }
    }
}

extension CaptureConnection {
    /// One number for both kinds; QUIC's are negative.
    func pack(into writer: inout PackedWriter) {
        switch self {
        case .tcp(let number): writer.put(number)
        case .quic(let number): writer.put(~number)
        }
    }

    init(from reader: inout PackedReader) {
        let number = reader.count()
        self = number >= 0 ? .tcp(number) : .quic(~number)
    }
}
