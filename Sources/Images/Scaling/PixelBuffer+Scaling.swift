package import Wire

extension PixelBuffer {
    /// The image scaled to exactly `size`, each side by itself. If the size has no pixels, the image stays
    /// the same.
    package func scaled(to size: PixelSize) -> PixelBuffer {
        guard size != self.size, size.width > 0, size.height > 0, width > 0, height > 0 else { return self }
        var scaled = scaledAcross(to: size.width).scaledDown(to: size.height)
        scaled.coverage = coverage.map { shares in
            // Scaled as a grey picture of its own.
            let grey = PixelBuffer(width: width, height: height, samples: shares.flatMap { [$0, $0, $0] })
            let samples = grey.scaledAcross(to: size.width).scaledDown(to: size.height).samples
            return stride(from: 0, to: samples.count, by: 3).map { samples[$0] }
        }
        return scaled
    }

    private func scaledAcross(to width: Int) -> PixelBuffer {
        guard width != self.width else { return self }
        let axis = ScalingAxis(from: self.width, to: width)
        var scaled = [UInt8](repeating: 0, count: width * height * 3)
        scaled.withUnsafeMutableBufferPointer { scaled in
            samples.withUnsafeBufferPointer { samples in
                for row in 0..<height {
                    let line = row * self.width * 3
                    for (column, place) in axis.places.enumerated() {
                        let target = (row * width + column) * 3
                        Self.mix(samples, line + place.first * 3, step: 3, axis, place, into: scaled, target)
                    }
                }
            }
        }
        return PixelBuffer(width: width, height: height, samples: scaled)
    }

    private func scaledDown(to height: Int) -> PixelBuffer {
        guard height != self.height else { return self }
        let (axis, stride) = (ScalingAxis(from: self.height, to: height), width * 3)
        var scaled = [UInt8](repeating: 0, count: width * height * 3)
        scaled.withUnsafeMutableBufferPointer { scaled in
            samples.withUnsafeBufferPointer { samples in
                for (row, place) in axis.places.enumerated() {
                    for column in 0..<width {
                        let source = place.first * stride + column * 3
                        let target = row * stride + column * 3
                        Self.mix(samples, source, step: stride, axis, place, into: scaled, target)
                    }
                }
            }
        }
        return PixelBuffer(width: width, height: height, samples: scaled)
    }

    /// One pixel from source pixels that begin at `source` and are `step` apart.
    @inline(__always)
    private static func mix(
        _ samples: UnsafeBufferPointer<UInt8>,
        _ source: Int,
        step: Int,
        _ axis: ScalingAxis,
        _ place: ScalingAxis.Place,
        into target: UnsafeMutableBufferPointer<UInt8>,
        _ pixel: Int
    ) {
        var (red, green, blue): (Int32, Int32, Int32) = (0, 0, 0)
        var at = source
        for index in place.weights {
            let weight = axis.weights[index]
            red += weight * Int32(samples[at])
            green += weight * Int32(samples[at + 1])
            blue += weight * Int32(samples[at + 2])
            at += step
        }
        let half = Int32(1 << (ScalingAxis.precision - 1))
        target[pixel] = UInt8(clamping: (red + half) >> ScalingAxis.precision)
        target[pixel + 1] = UInt8(clamping: (green + half) >> ScalingAxis.precision)
        target[pixel + 2] = UInt8(clamping: (blue + half) >> ScalingAxis.precision)
    }
}
