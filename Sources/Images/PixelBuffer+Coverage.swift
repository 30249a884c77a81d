import Wire

extension PixelBuffer {
    /// Made from interleaved red, green, blue and coverage.
    init(_ size: PixelSize, mixed: [UInt8]) {
        var samples = [UInt8](repeating: 0, count: size.area * 3)
        var coverage = [UInt8](repeating: 0, count: size.area)
        mixed.withUnsafeBufferPointer { mixed in
            samples.withUnsafeMutableBufferPointer { samples in
                coverage.withUnsafeMutableBufferPointer { coverage in
                    guard let mixed = mixed.baseAddress, let samples = samples.baseAddress,
                        let coverage = coverage.baseAddress
                    else { return }
                    Coverage.divide(mixed, size.area, samples, coverage)
                }
            }
        }
        self.init(
            width: size.width,
            height: size.height,
            samples: samples,
            coverage: coverage.allSatisfy { $0 == Coverage.whole } ? nil : coverage
        )
    }
}
