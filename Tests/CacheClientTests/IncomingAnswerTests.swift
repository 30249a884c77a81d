import HTTP
import Testing
import Wire

@testable import CacheClient

@Suite struct IncomingAnswerTests {
    private func answer(held: Int = 0, atMost limit: Int = 10, judge: ResponseJudge? = nil) throws
        -> IncomingAnswer
    {
        let settings = TransferSettings(Configuration(maximumBodySize: limit))
        let endpoint = try #require(URLEndpoint(url: "http://a.test/"))
        var request = TransferRequest(
            id: 1,
            url: "http://a.test/",
            endpoint: endpoint,
            fields: HTTPFields(),
            queuedAt: Instant(nanoseconds: 0),
            settings: settings
        ) { _ in
        }
        request.held = held
        request.judge = judge
        return IncomingAnswer(to: TransferCaller(TransferTicket(number: 1), request))
    }

    /// The first failure of the lines, if there is one.
    private func take(_ answer: inout IncomingAnswer, _ lines: String...) -> FetchError? {
        for line in lines + [""] {
            var line = line + "\r\n"
            let failure = line.withUTF8 { answer.take(line: UnsafeRawBufferPointer($0)) }
            if let failure { return failure }
        }
        return nil
    }

    private func take(_ answer: inout IncomingAnswer, piece: [UInt8], of length: Int = -1) -> Bool {
        piece.withUnsafeBytes {
            answer.take(piece: $0, of: length, at: Instant(nanoseconds: 5)) != nil
        }
    }

    @Test(arguments: [(10, true), (11, false)])
    func `a Content-Length over the limit ends the transfer at the header`(length: Int, mayCome: Bool)
        throws
    {
        var answer = try answer()
        let failure = take(&answer, "HTTP/1.1 200 OK", "Content-Length: \(length)")
        #expect((failure == nil) == mayCome)
        #expect(failure.map { $0.word == .tooLarge } ?? true)
    }

    @Test(arguments: [204, 304, 100])
    func `Content-Length is ignored for responses without a body`(status: Int) throws {
        var answer = try answer()
        #expect(take(&answer, "HTTP/1.1 \(status) X", "Content-Length: 99") == nil)
    }

    @Test func `the part already held counts against the limit only when the rest is sent`() throws {
        var whole = try answer(held: 6)
        #expect(take(&whole, "HTTP/1.1 200 OK") == nil)
        #expect(take(&whole, piece: [1, 2, 3, 4, 5]))
        #expect(whole.progress(of: 8) == TransferProgress(received: 5, expected: 8))
        var rest = try answer(held: 6)
        #expect(take(&rest, "HTTP/1.1 206 Partial Content") == nil)
        #expect(!take(&rest, piece: [1, 2, 3, 4, 5]))
        #expect(take(&rest, piece: [1, 2, 3, 4]))
        #expect(rest.progress(of: 4) == TransferProgress(received: 10, expected: 10))
    }

    @Test func `progress starts with the body and has no length unless one is known`() throws {
        var answer = try answer()
        #expect(answer.progress(of: 3) == nil)
        #expect(take(&answer, piece: [1, 2]))
        #expect(answer.progress(of: -1) == TransferProgress(received: 2, expected: nil))
    }

    @Test func `the judge decides on the head of a whole response, not of a resumed part`() throws {
        let judge = ResponseJudge { _ in .refuse("no") }
        var whole = try answer(judge: judge)
        #expect(take(&whole, "HTTP/1.1 200 OK")?.word == .declined)
        var rest = try answer(held: 6, judge: judge)
        #expect(take(&rest, "HTTP/1.1 206 Partial Content") == nil)
    }

    @Test func `trailer lines are not part of the head`() throws {
        var answer = try answer()
        #expect(take(&answer, "HTTP/1.1 200 OK", "ETag: \"1\"") == nil)
        #expect(take(&answer, piece: [1]))
        #expect(take(&answer, "HTTP/1.1 500 X", "ETag: \"2\"") == nil)
        #expect(answer.head.status == 200 && answer.head.fields["ETag"] == "\"1\"")
    }
}
