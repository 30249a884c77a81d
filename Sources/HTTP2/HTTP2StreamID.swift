/// A stream's number on its connection; a client's streams are odd.
package typealias HTTP2StreamID = Int32
