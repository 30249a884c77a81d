internal import Images

extension Bitmap {
    /// nil if there are no pixels.
    init?(_ image: PixelBuffer) {
        self.init(width: image.width, height: image.height, samples: image.samples, coverage: image.coverage)
    }

    /// Memory used by its pixels.
    var bytes: Int { samples.count + (coverage?.count ?? 0) }

    var pixels: PixelBuffer {
        PixelBuffer(width: width, height: height, samples: samples, coverage: coverage)
    }

    /// Changes each sample and keeps the coverage; `change` receives the channel, 0 to 2.
    func mapped(_ change: (_ channel: Int, _ sample: UInt8) -> UInt8) -> Bitmap {
        var samples = samples
        samples.withUnsafeMutableBufferPointer { samples in
            for pixel in stride(from: 0, to: samples.count, by: 3) {
                for channel in 0..<3 { samples[pixel + channel] = change(channel, samples[pixel + channel]) }
            }
        }
        return Bitmap(width: width, height: height, samples: samples, coverage: coverage) ?? self
    }
}
