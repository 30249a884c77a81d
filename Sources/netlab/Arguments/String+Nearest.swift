import ScenarioFormat

extension String {
    /// The candidate that this was probably meant to be.
    func nearest(among candidates: [String]) -> String? {
        Spelling.nearest(to: self, among: candidates)
    }
}
