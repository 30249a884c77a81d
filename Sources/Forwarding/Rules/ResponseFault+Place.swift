package import HTTP

extension ResponseFault {
    /// A proxy asks the server, and the fault is in its response. Other faults take the response's place.
    package var isWithinResponse: Bool {
        switch kind {
        case .truncate, .stall, .chunkedDribbleDelay, .slowClose, .wrongContentLength, .corruptBody: true
        case .connectionReset, .http2GoAway, .http2StreamReset: after != nil
        case .emptyResponse, .malformedResponseChunk, .randomDataThenClose, .garbageHeader, .neverAccept:
            false
        }
    }
}
