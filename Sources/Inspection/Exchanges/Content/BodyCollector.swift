/// Wants to have the content of responses, unpacked.
package protocol BodyCollector: AnyObject {
    /// Asked once a response's head is there; nil leaves its content out.
    func sink(for exchange: CaptureExchange) -> (any BodySink)?
}
