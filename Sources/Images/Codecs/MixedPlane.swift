/// The samples (colours or coverage) of a picture that is scaled down while its rows arrive. Each row is
/// added to the pixels that it belongs to, and is not needed afterwards.
struct MixedPlane {
    /// Fractional bits of sums in a row mixed across. With the weights of a column they stay below 2^32.
    private static let fraction = 8

    private let channels: Int
    /// The last row, mixed across.
    private var line: [UInt32]
    private var sums: [UInt32]
    /// Samples of all finished rows.
    private(set) var samples: [UInt8] = []

    /// `channels` is 3 or 1.
    init(width: Int, height: Int, channels: Int) {
        self.channels = channels
        line = [UInt32](repeating: 0, count: width * channels)
        sums = line
        samples.reserveCapacity(width * height * channels)
    }

    /// Appends a row unchanged.
    mutating func append(_ row: UnsafeBufferPointer<UInt8>) {
        samples.append(contentsOf: row)
    }

    /// Mixes a row across; `add` then adds it with its weight.
    mutating func mix(_ row: UnsafeBufferPointer<UInt8>, _ across: ScalingAxis) {
        across.places.withUnsafeBufferPointer { places in
            across.weights.withUnsafeBufferPointer { weights in
                line.withUnsafeMutableBufferPointer { line in
                    if channels == 3 {
                        Self.mixColours(row, places, weights, into: line)
                    } else {
                        Self.mixShares(row, places, weights, into: line)
                    }
                }
            }
        }
    }

    /// Adds the last row to the current output row.
    mutating func add(weight: Int32) {
        let weight = UInt32(bitPattern: weight)
        line.withUnsafeBufferPointer { line in
            sums.withUnsafeMutableBufferPointer { sums in
                for place in line.indices { sums[place] &+= weight &* line[place] }
            }
        }
    }

    mutating func finishRow() {
        let precision = UInt32(ScalingAxis.precision + Self.fraction)
        let half: UInt32 = 1 << (precision - 1)
        let row = [UInt8](unsafeUninitializedCapacity: sums.count) { row, initialised in
            sums.withUnsafeMutableBufferPointer { sums in
                for place in sums.indices {
                    row[place] = UInt8(truncatingIfNeeded: (sums[place] &+ half) >> precision)
                    sums[place] = 0
                }
            }
            initialised = row.count
        }
        samples += row
    }

    private static func mixColours(
        _ row: UnsafeBufferPointer<UInt8>,
        _ places: UnsafeBufferPointer<ScalingAxis.Place>,
        _ weights: UnsafeBufferPointer<Int32>,
        into line: UnsafeMutableBufferPointer<UInt32>
    ) {
        let shift = UInt32(ScalingAxis.precision - fraction)
        let half: UInt32 = 1 << (shift - 1)
        for (column, place) in places.enumerated() {
            var (red, green, blue) = (half, half, half)
            var at = place.first * 3
            for index in place.weights {
                let weight = UInt32(bitPattern: weights[index])
                red &+= weight &* UInt32(row[at])
                green &+= weight &* UInt32(row[at + 1])
                blue &+= weight &* UInt32(row[at + 2])
                at += 3
            }
            line[column * 3] = red >> shift
            line[column * 3 + 1] = green >> shift
            line[column * 3 + 2] = blue >> shift
        }
    }

    private static func mixShares(
        _ row: UnsafeBufferPointer<UInt8>,
        _ places: UnsafeBufferPointer<ScalingAxis.Place>,
        _ weights: UnsafeBufferPointer<Int32>,
        into line: UnsafeMutableBufferPointer<UInt32>
    ) {
        let shift = UInt32(ScalingAxis.precision - fraction)
        for (column, place) in places.enumerated() {
            var sum: UInt32 = 1 << (shift - 1)
            for (at, index) in zip(place.first..., place.weights) {
                sum &+= UInt32(bitPattern: weights[index]) &* UInt32(row[at])
            }
            line[column] = sum >> shift
        }
    }
}
