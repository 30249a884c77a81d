import Inspection

/// A proxy's tunnel on a connection, which a SOCKS dialogue or a CONNECT opened.
enum CaptureTunnel {
    /// True for the request that opens one. It brings nothing: its time is the next exchange's.
    static func isOpened(by exchange: CaptureExchange, _ flow: CaptureFlow?) -> Bool {
        exchange.method == "CONNECT" && exchange.order == 0 && flow?.tunnel != nil
    }

    /// True for the exchange for which the connection was opened: the first within a tunnel, or of all without one.
    static func isFirst(_ exchange: CaptureExchange, _ flow: CaptureFlow?) -> Bool {
        exchange.order == (flow?.tunnel != nil && flow?.content == .http1 ? 1 : 0)
    }
}
