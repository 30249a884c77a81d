/// The types of HTTP/3's frames and one-way streams (RFC 9114, 7.2 and 6.2).
enum HTTP3Frame {
    enum Kind {
        static let data: UInt64 = 0x00
        static let headers: UInt64 = 0x01
        static let settings: UInt64 = 0x04
        static let pushPromise: UInt64 = 0x05
        static let goAway: UInt64 = 0x07
    }

    enum Stream {
        static let control: UInt64 = 0x00
        static let push: UInt64 = 0x01
        static let encoder: UInt64 = 0x02
        static let decoder: UInt64 = 0x03
    }

    enum Setting {
        static let tableCapacity: UInt64 = 0x01
    }
}
