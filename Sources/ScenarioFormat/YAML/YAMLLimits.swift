/// Limits on a scenario's size, so that a hostile file is rejected before it does harm.
package enum YAMLLimits {
    package static let bytes = 1 << 20
    package static let nesting = 32
    package static let nodes = 50_000
}
