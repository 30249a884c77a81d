/// Receives the unpacked content of responses.
package protocol BodyCollector: AnyObject {
    /// Called once a response's head has arrived; nil skips its content.
    func sink(for exchange: CaptureExchange) -> (any BodySink)?
}
