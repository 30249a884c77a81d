import HTTP
import Serving

extension BodyStream {
    /// A body that is there already.
    static func whole(_ bytes: [UInt8], trailers: HTTPFields = HTTPFields()) -> BodyStream {
        let stream = BodyStream(capacity: bytes.count)
        stream.write(bytes)
        stream.end(trailers: trailers)
        return stream
    }
}
