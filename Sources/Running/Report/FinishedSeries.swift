/// The runs of one scenario that `netlab run` made, in one folder.
package struct FinishedSeries: Hashable {
    /// The folder, relative to the working one.
    var root: String
    /// The scenario's file as the user named it; nil if it was none.
    var scenario: String?

    package init(root: String, scenario: String? = nil) {
        self.root = root
        self.scenario = scenario
    }
}
