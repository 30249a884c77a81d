import Images
package import Origin
package import Scenarios

extension OriginConfiguration {
    /// A scenario's origin.
    package init(_ scenario: Scenario) {
        self.init(
            seed: scenario.seed,
            files: scenario.origin.files.map { file in
                File(
                    name: file.name,
                    kind: ImageKind(file.image),
                    size: file.size,
                    pixels: file.pixels,
                    isProgressive: file.isProgressive,
                    delay: file.delay
                )
            },
            validators: Validators(scenario.origin.etag),
            delay: scenario.origin.delay
        )
    }
}

extension OriginConfiguration.Validators {
    fileprivate init(_ tag: OriginSettings.EntityTag) {
        switch tag {
        case .strong: self = .strong
        case .weak: self = .weak
        case .none: self = .none
        }
    }
}

extension ImageKind {
    fileprivate init(_ kind: OriginFile.ImageKind) {
        switch kind {
        case .jpeg: self = .jpeg
        case .png: self = .png
        case .webp: self = .webp
        case .gif: self = .gif
        }
    }
}
