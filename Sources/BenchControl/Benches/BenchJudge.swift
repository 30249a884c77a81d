/// Says in words why a bench's figures cannot be trusted; empty if they can.
package typealias BenchJudge = @Sendable (SideBenchEnd) -> [String]
