import HTTP
import Wire

extension ObservedHTTP1Connection {
    func readResponses(_ piece: StreamPiece, _ findings: inout CaptureFindings) {
        while let event = responses.next() {
            switch event {
            case .head(let head, let range): take(head, at: range)
            case .content(let bytes): content?.receive(bytes.span.bytes)
            case .end(let end, let isCut): take(end, isCut: isCut)
            case .fault(let error, let offset):
                leaveResponse(didBegin: error.problem != .startLine)
                report(error, "a response", at: offset, piece, &findings)
            }
        }
        if responses.parser?.isTunnel == true { leaveHTTP(piece, &findings) }
    }

    func noteWebSocket() {
        guard let webSocket, exchanges.contains(webSocket.exchange) else { return }
        exchanges[webSocket.exchange].frames = webSocket.frames
        if let last = webSocket.lastArrival {
            exchanges[webSocket.exchange].lastFrame = last.stamp
        }
    }

    func take(_ head: HTTPResponseHead, at range: Range<Int>) {
        // Interim responses announce the final one; a switch of protocols is final for HTTP.
        guard head.status >= 200 || head.status == 101 else { return }
        if front == exchanges.count { openExchange() }
        answering = front
        exchanges[responseOf: front] = range.lowerBound..<Int.max
        exchanges[front].status = head.status
        exchanges[front].version = head.version.description
        exchanges[front].headerBytes = range.count
        exchanges[front].mediaType = head.fields["Content-Type"]
        exchanges[front].contentCoding = head.fields["Content-Encoding"]
        if opening.context.options.keepsFields { exchanges[front].responseFields = head.fields }
        becomesHTTP2 = head.status == 101 && head.fields.tokens("Upgrade") == ["h2c"]
        exchanges[front].isWebSocket = head.status == 101 && head.fields.tokens("Upgrade") == ["websocket"]
        // Taken back where part of the body turns out to be missing.
        exchanges[front].isComplete = true
        if let mark = responses.marks.mark(at: range.lowerBound) {
            exchanges[front].firstByte = mark.arrival.stamp
            exchanges[front].firstPacket = exchanges[front].firstPacket ?? mark.arrival.packet
        }
        noteLastByte(of: front, at: range.upperBound - 1)
        content = ContentMeter(exchanges[front], opening.context.options, bodies: opening.context.bodies)
        responses.wantsContent = content != nil
    }

    private func take(_ end: HTTP1MessageEnd, isCut: Bool) {
        guard let index = answering else { return }
        exchanges[index].bodyBytes = end.body.count
        exchanges[index].contentBytes = end.contentBytes
        exchanges[index].isComplete = exchanges[index].isComplete && end.isComplete && !isCut
        closeContent(of: index)
        // A tunnel that the proxy refused: the client goes on asking.
        if exchanges[index].method == "CONNECT", responses.parser?.isTunnel == false { requests.search() }
        if !end.body.isEmpty { noteLastByte(of: index, at: end.body.upperBound - 1) }
        close(index, at: end.body.upperBound)
    }

    private func closeContent(of index: Int) {
        exchanges[index].decodedBytes = exchanges[index].contentBytes
        if let content { content.close(&exchanges[index]) }
        content = nil
    }

    /// The response that is being read, or would have come next, ends here incomplete.
    func leaveResponse(didBegin: Bool) {
        responses.search()
        takeCutResponse()
        if let index = answering {
            exchanges[index].isComplete = false
            let head = exchanges[responseOf: index].lowerBound + exchanges[index].headerBytes
            let end = max(head, responses.position)
            exchanges[index].bodyBytes = max(0, end - head)
            closeContent(of: index)
            noteLastByte(of: index, at: end - 1)
            close(index, at: end)
        } else if didBegin, front < exchanges.count {
            close(front, at: responses.position)
        }
        responses.wantsContent = false
    }

    private func close(_ index: Int, at end: Int) {
        let start = exchanges[responseOf: index].lowerBound
        exchanges[responseOf: index] = start..<max(start, end)
        answering = nil
        front = index + 1
    }

    private func noteLastByte(of index: Int, at offset: Int) {
        guard let mark = responses.marks.mark(at: offset) else { return }
        exchanges[index].lastByte = mark.arrived.stamp
        exchanges[index].lastPacket = mark.arrived.packet
    }

    func report(
        _ error: HTTP1Error,
        _ what: String,
        at offset: Int,
        _ piece: StreamPiece,
        _ findings: inout CaptureFindings
    ) {
        // Other protocols have first lines of their own.
        guard error.problem != .startLine else { return }
        findings.add(
            CaptureFinding(
                packet: piece.arrived.packet,
                stream: opening.stream,
                "\(what) at byte \(offset) is no HTTP/1: \(error)"
            )
        )
    }
}
