/// A one-way stream of HTTP/3 while its bytes come: control, or instructions for fields.
struct HTTP3OneWayStream {
    var head: [UInt8] = []
    var type: UInt64?
    var frames = HTTP3FrameStream()
}
