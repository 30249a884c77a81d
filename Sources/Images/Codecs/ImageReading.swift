/// Puts the bytes that come next into a piece of memory, from its start on, and answers how many they are; 0 at the end.
package typealias ImageReading = (inout MutableRawSpan) throws -> Int
