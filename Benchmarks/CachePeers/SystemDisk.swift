import Foundation
import FoundationNetworking

/// URLCache with a disk and no memory.
struct SystemDisk {
    private let cache: URLCache
    private let requests: [URLRequest]
    private let bytes: Int
    private let folder: URL

    init?(folder path: String, entries: Int, bytes: Int) {
        folder = URL(fileURLWithPath: path, isDirectory: true)
        self.bytes = bytes
        cache = URLCache(memoryCapacity: 0, diskCapacity: 1 << 30, diskPath: path)
        requests = (0..<entries).compactMap {
            URL(string: "http://images.example.com/poses/\($0).jpg").map { URLRequest(url: $0) }
        }
        let body = Data((0..<bytes).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let fields = ["Cache-Control": "max-age=3600", "Content-Length": "\(bytes)"]
        for request in requests {
            guard let url = request.url,
                let head = HTTPURLResponse(
                    url: url,
                    statusCode: 200,
                    httpVersion: "HTTP/1.1",
                    headerFields: fields
                )
            else { return nil }
            cache.storeCachedResponse(CachedURLResponse(response: head, data: body), for: request)
        }
    }

    /// Nanoseconds of a hit; nil if one was a miss.
    func time(hits: Int) -> Double? {
        defer { try? FileManager.default.removeItem(at: folder) }
        let before = DispatchTime.now().uptimeNanoseconds
        for hit in 0..<hits {
            guard cache.cachedResponse(for: requests[hit % requests.count])?.data.count == bytes else {
                return nil
            }
        }
        return Double(DispatchTime.now().uptimeNanoseconds - before) / Double(hits)
    }
}
