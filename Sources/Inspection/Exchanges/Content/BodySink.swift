/// Takes the content of one response.
package protocol BodySink: AnyObject {
    func receive(_ content: RawSpan)
    /// Something is missing here.
    func skip()
    func finish()
}
