/// What a scenario may amount to, so that a hostile file is refused before it hurts.
package enum YAMLLimits {
    package static let bytes = 1 << 20
    package static let nesting = 32
    package static let nodes = 50_000
}
