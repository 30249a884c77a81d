import HTTP
import Wire

extension HTTPConversation {
    func readResponses(_ packet: Int, _ findings: inout CaptureFindings) {
        while let event = responses.next() {
            switch event {
            case .head(let head, let range): take(head, at: range)
            case .end(let end, let isCut): take(end, isCut: isCut)
            case .fault(let error, let offset):
                leaveResponse(didBegin: error.problem != .startLine)
                report(error, "a response", at: offset, packet, &findings)
            }
        }
        if responses.parser?.isTunnel == true {
            requests.stop()
            responses.stop()
            isRequestOpen = false
        }
    }

    private func take(_ head: HTTPResponseHead, at range: Range<Int>) {
        // Interim responses announce the final one; a switch of protocols is final for HTTP.
        guard head.status >= 200 || head.status == 101 else { return }
        if front == exchanges.count {
            exchanges.append(
                CaptureExchange(stream: stream, order: front, client: client, server: server)
            )
            responseSpans.append(0..<0)
        }
        answering = front
        responseSpans[front] = range.lowerBound..<Int.max
        exchanges[front].status = head.status
        exchanges[front].version = head.version.description
        exchanges[front].headerBytes = range.count
        // Taken back where part of the body turns out to be missing.
        exchanges[front].isComplete = true
        if let mark = responses.marks.mark(at: range.lowerBound) {
            exchanges[front].firstByte = mark.stamp
            exchanges[front].firstPacket = exchanges[front].firstPacket ?? mark.packet
        }
        noteLastByte(of: front, at: range.upperBound - 1)
        let isBodiless =
            head.status == 101 || head.status == 204 || head.status == 304
            || exchanges[front].method == "HEAD"
        if !isBodiless, head.fields["Transfer-Encoding"] == nil {
            responses.knownEnd = Self.length(of: head.fields).map { range.upperBound + $0 }
        }
    }

    private func take(_ end: HTTP1MessageEnd, isCut: Bool) {
        guard let index = answering else { return }
        exchanges[index].bodyBytes = end.body.count
        exchanges[index].decodedBytes = end.contentBytes
        exchanges[index].isComplete = exchanges[index].isComplete && end.isComplete && !isCut
        if !end.body.isEmpty { noteLastByte(of: index, at: end.body.upperBound - 1) }
        close(index, at: end.body.upperBound)
    }

    /// The response that is being read, or would have come next, ends here incomplete.
    func leaveResponse(didBegin: Bool) {
        if let index = answering {
            exchanges[index].isComplete = false
            let end = responses.position
            let head = responseSpans[index].lowerBound + exchanges[index].headerBytes
            exchanges[index].bodyBytes = max(0, end - head)
            noteLastByte(of: index, at: end - 1)
            close(index, at: end)
        } else if didBegin, front < exchanges.count {
            close(front, at: responses.position)
        }
        responses.search()
    }

    private func close(_ index: Int, at end: Int) {
        let start = responseSpans[index].lowerBound
        responseSpans[index] = start..<max(start, end)
        answering = nil
        front = index + 1
    }

    private func noteLastByte(of index: Int, at offset: Int) {
        guard let mark = responses.marks.mark(at: offset) else { return }
        exchanges[index].lastByte = mark.arrivedStamp
        exchanges[index].lastPacket = mark.arrivedPacket
    }

    /// A Content-Length that is one number.
    static func length(of fields: HTTPFields) -> Int? {
        fields["Content-Length"].flatMap { Int($0) }.flatMap { $0 >= 0 && $0 < 1 << 50 ? $0 : nil }
    }

    func report(
        _ error: HTTP1Error,
        _ what: String,
        at offset: Int,
        _ packet: Int,
        _ findings: inout CaptureFindings
    ) {
        // Other protocols have first lines of their own.
        guard error.problem != .startLine else { return }
        findings.add(
            CaptureFinding(packet: packet, stream: stream, "\(what) at byte \(offset) is no HTTP/1: \(error)")
        )
    }
}
