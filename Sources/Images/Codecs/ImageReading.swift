/// Reads the next bytes into the beginning of a piece of memory, and returns their number; 0 at the end.
package typealias ImageReading = (inout MutableRawSpan) throws -> Int
