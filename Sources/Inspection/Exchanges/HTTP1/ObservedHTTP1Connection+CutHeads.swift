import HTTP

/// Heads of which the capture has only the beginning, as where its recorder kept so much of each packet: what their whole
/// lines say still counts.
extension ObservedHTTP1Connection {
    /// The request that was left had no more lines than these.
    func takeCutRequest() {
        guard let cut = requests.cutHead.take(), !isRequestOpen || exchanges.last?.method == nil else {
            return
        }
        take(cut.head, at: cut.range)
    }

    /// The same of a response, which is then being read.
    func takeCutResponse() {
        guard let cut = responses.cutHead.take(), answering == nil else { return }
        take(cut.head, at: cut.range)
    }
}
