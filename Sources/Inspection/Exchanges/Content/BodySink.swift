/// Takes the content of one response.
package protocol BodySink: AnyObject {
    func receive(_ content: RawSpan)
    /// Part of the content is missing here.
    func skip()
    func finish()
}
