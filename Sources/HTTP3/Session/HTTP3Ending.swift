internal import CQUIC

/// How a connection ended.
package enum HTTP3Ending: Hashable, Sendable {
    case byPeer(Reason)
    case byThisEnd(Reason)
    /// Nothing arrived for too long.
    case idle
    /// Nobody said so.
    case lost

    package struct Reason: Hashable, Sendable {
        /// HTTP/3's codes, or QUIC's if it is not the application's.
        package var code: UInt64
        package var isOfApplication: Bool
        package var text: String

        init(_ reason: ngtcp2_ccerr?, _ code: Int32? = nil) {
            self.code = reason?.error_code ?? 0
            isOfApplication = reason?.type == NGTCP2_CCERR_TYPE_APPLICATION
            let bytes = UnsafeBufferPointer(start: reason?.reason, count: reason?.reasonlen ?? 0)
            text = String(decoding: bytes, as: UTF8.self)
            if text.isEmpty, let code { text = QUICLibrary.reason(Int(code)) }
        }
    }
}
