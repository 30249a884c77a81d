package import HTTP2

/// A stream's number on its connection. A client's requests have the multiples of four. A connection ends long before they
/// outgrow 32 bits.
package typealias HTTP3StreamID = HTTP2StreamID
