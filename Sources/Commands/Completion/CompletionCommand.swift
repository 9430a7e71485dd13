package import Arguments

/// `graphcal completion`: the script that makes a shell complete what is typed behind `graphcal`.
package struct CompletionCommand: Command {
  /// The shells that there is a script for.
  package enum Shell: String, CaseIterable, Sendable { case bash, zsh, fish }

  package static let name = "completion"
  package static let summary = "Print the completion script of a shell."
  package static let discussion = """
    Commands and options are completed, and what the copy of the mailbox on this machine knows: \
    calendars, categories, addresses, folders and the short ids of events and contacts with their \
    names. No server is asked; "graphcal sync" makes the copy and brings it up to date.

    bash, in ~/.bashrc: eval "$(graphcal completion bash)"

    zsh, in ~/.zshrc behind compinit: eval "$(graphcal completion zsh)"

    fish, in ~/.config/fish/config.fish: graphcal completion fish | source

    An installed graphcal needs none of these where its scripts lie in the folders that the shells look \
    into, as those of "make install" do.
    """
  package static let printsRows = false
  package static let needsPreferences = false
  package static let arguments: [Argument<Self>] = [
    .choice("Which shell.", into: \.shell)
  ]
  package static let examples = [
    Example("completion bash", "The script for bash, to be read by eval."),
    Example("completion fish > ~/.config/fish/completions/graphcal.fish", "Kept for fish."),
  ]

  var shell: Shell?

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    guard let shell else { return }
    if context.options.isForScripts {
      throw Failure(.usage, "a script has no form as JSON", hint: "graphcal completion \(shell)")
    }
    try context.console.print(shell.script)
  }
}

extension CompletionCommand.Shell {
  /// What the shell has to read; all that is to be known is asked of the program itself.
  var script: String {
    switch self {
    case .bash:
      #"""
      # Completion of graphcal in bash.
      _graphcal() {
          local kind line
          COMPREPLY=()
          {
              IFS= read -r kind || return 0
              while IFS= read -r line; do COMPREPLY+=("$line"); done
          } < <("${1/#\~/$HOME}" __complete bash "$COMP_TYPE" "$COMP_WORDBREAKS" \
              "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
          case $kind in
              files) compopt -o default ;;
              folders) compopt -o dirnames ;;
          esac
      }
      complete -o nosort -F _graphcal graphcal

      """#
    case .zsh:
      #"""
      #compdef graphcal
      # Completion of graphcal in zsh.
      _graphcal() {
          local kind line
          local -a found shown
          {
              IFS= read -r kind || return 1
              while IFS= read -r line; do
                  found+=("${line%%$'\t'*}")
                  shown+=("${line/$'\t'/  -- }")
              done
          } < <("${(Q)words[1]/#\~/$HOME}" __complete zsh \
              "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)
          if [[ $kind != words && $PREFIX == --*=* ]]; then
              IPREFIX+="${PREFIX%%=*}="
              PREFIX="${PREFIX#*=}"
          fi
          case $kind in
              files) _files; return ;;
              folders) _files -/; return ;;
          esac
          (( $#found )) && compadd -U -l -V graphcal -d shown -a found
      }
      if [[ $funcstack[1] == _graphcal ]]; then
          _graphcal "$@"
      else
          compdef _graphcal graphcal
      fi

      """#
    case .fish:
      #"""
      # Completion of graphcal in fish.
      function __graphcal_complete
          set -l words (commandline -opc)
          set -l current (commandline -ct)
          set -l plain (string unescape -- $current 2>/dev/null; or string trim -l -c '"\'' -- $current)
          set -l answer ($words[1] __complete fish $words[2..-1] "$plain" 2>/dev/null)
          switch "$answer[1]"
              case files
                  __fish_complete_path "$plain"
              case folders
                  __fish_complete_directories "$plain"
          end
          test (count $answer) -gt 1; and printf '%s\n' $answer[2..-1]
      end
      complete -c graphcal -k -f -a '(__graphcal_complete)'

      """#
    }
  }
}
