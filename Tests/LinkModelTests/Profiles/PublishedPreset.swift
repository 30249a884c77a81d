/// A preset as its source publishes it, converted by hand: rates in bit/s (nil means unlimited), one-way
/// delays in microseconds, loss in percent.
struct PublishedPreset: Sendable {
    var name: String
    var down: Int64?
    var downUs: Int64
    var up: Int64?
    var upUs: Int64
    var loss: Double

    init(_ name: String, _ down: Int64?, _ downUs: Int64, _ up: Int64?, _ upUs: Int64, loss: Double = 0) {
        self.name = name
        self.down = down
        self.downUs = downUs
        self.up = up
        self.upUs = upUs
        self.loss = loss
    }
}
