import CCurl
import Dispatch
import Foundation
import Glibc

/// Downloads by libcurl alone: one handle, one connection, one after another, each body in memory of its own that is asked for
/// anew and has room for all of it.
struct BareDownload {
    /// Where the answers are handed over.
    enum Way: String {
        /// On the thread that performs them and does nothing else (`curl_easy_perform`).
        case plain = "download"
        /// To a thread that waits for each, by one that performs them (`curl_multi_poll`): as who must not be held up has it.
        case handed
    }

    /// What the library hands over, as it comes.
    private final class Body {
        var bytes: [UInt8] = []
    }

    private static let warmUp = 20
    /// As netlab's client has it.
    private static let bufferBytes = 128 << 10

    private let url: String
    private let way: Way

    init(_ url: String, _ way: Way) {
        self.url = url
        self.way = way
    }

    /// Nanoseconds of the processor for each, all threads together; nil where one did not come.
    func time(times: Int) -> Double? {
        guard let easy = curl_easy_init() else { return nil }
        defer { curl_easy_cleanup(easy) }
        let body = Body()
        netlab_curl_set_string(easy, CURLOPT_URL, url)
        netlab_curl_set_string(easy, CURLOPT_PROXY, "")
        netlab_curl_set_long(easy, CURLOPT_NOSIGNAL, 1)
        netlab_curl_set_long(easy, CURLOPT_BUFFERSIZE, Self.bufferBytes)
        let context = Unmanaged.passUnretained(body).toOpaque()
        netlab_curl_set_write(
            easy,
            { bytes, size, count, context in
                guard let bytes, let context else { return 0 }
                let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
                Unmanaged<Body>.fromOpaque(context).takeUnretainedValue().bytes.append(contentsOf: piece)
                return piece.count
            },
            context
        )
        return withExtendedLifetime(body) {
            switch way {
            case .plain: download(into: body, times: times) { curl_easy_perform(easy) == CURLE_OK }
            case .handed: handOver(easy, into: body, times: times)
            }
        }
    }

    private func download(into body: Body, times: Int, _ perform: () -> Bool) -> Double? {
        var before = 0.0
        var expected = 0
        for number in 0..<Self.warmUp + times {
            if number == Self.warmUp { before = Self.processorTime() }
            body.bytes = []
            body.bytes.reserveCapacity(expected)
            guard perform(), !body.bytes.isEmpty else { return nil }
            expected = body.bytes.count
        }
        return (Self.processorTime() - before) / Double(times)
    }

    private func handOver(_ easy: UnsafeMutableRawPointer, into body: Body, times: Int) -> Double? {
        let performing = PerformingThread(easy)
        performing.start()
        defer { performing.end() }
        return download(into: body, times: times) { performing.perform() }
    }

    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}
