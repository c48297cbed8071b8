"""The manual page and the completions of cbmc-mt-batch, from the parser of its command line."""

import argparse
import os
import re

from batch import options

SHORT = "runs verifiers on many tasks and judges what they say"


def groups():
    """[(title, actions)] of the options, in the order of --help; without --help itself."""
    parser = options.make_parser()
    found = []
    for group in parser._action_groups:  # argparse has no public way to its own table
        actions = [a for a in group._group_actions if a.option_strings and a.help != argparse.SUPPRESS
                   and "--help" not in a.option_strings]
        if actions:
            found.append((group.title, actions))
    return found


def actions():
    return [action for _, listed in groups() for action in listed]


def takes_value(action):
    return action.nargs != 0


def value_name(action):
    if action.choices:
        return "|".join(action.choices)
    return action.metavar or action.dest.upper()


def kind_of(action):
    """What the shell may offer as a value: words, file, folder or nothing."""
    if action.choices:
        return "words"
    name = action.metavar or ""
    return "folder" if name == "DIR" else "file" if "FILE" in name else "nothing"


def version():
    """That of cbmc-mt, whose part this is: from the header in the source tree, else unknown."""
    header = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "util", "base", "version.h")
    try:
        with open(header, encoding="utf-8") as f:
            found = re.search(r'CBMC_MT_VERSION "([^"]+)"', f.read())
    except OSError:
        found = None
    return f"cbmc-mt {found.group(1)}" if found else "cbmc-mt"


# The manual page.


def roff(text):
    """Text for troff: dashes that can be copied, no line that looks like a request."""
    text = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text[:1] in (".", "'") else text


def heading(action):
    names = ", ".join(f"\\fB{roff(name)}\\fR" for name in action.option_strings)
    return names + (f" \\fI{roff(value_name(action))}\\fR" if takes_value(action) else "")


def man():
    inputs = next(a for a in options.make_parser()._actions if a.dest == "input")
    lines = [
        f'.TH CBMC\\-MT\\-BATCH 1 "" "{roff(version())}" "User Commands"',
        ".SH NAME", f"cbmc\\-mt\\-batch \\- {roff(SHORT)}",
        ".SH SYNOPSIS", ".B cbmc\\-mt\\-batch", "[\\fIoption\\fR]... \\fIinput\\fR...",
    ]
    for form in options.FORMS:
        lines += [".br", f".B cbmc\\-mt\\-batch {roff(form)}"]
    lines += [
        ".SH DESCRIPTION",
        roff("Runs each task with each verifier, within limits of time, memory and processors, and writes a line of JSON "
             "per result. Then it prints a table; --csv and --html write others."),
        ".PP", roff(f"An input is one of: {inputs.help}."),
        ".SH OPTIONS",
    ]
    for title, listed in groups():
        lines.append(f".SS {roff(title)}")
        for action in listed:
            lines += [".TP", heading(action), roff(action.help)]
    lines.append(".SH OTHER FORMS")
    for form, text in options.FORMS.items():
        lines += [".TP", f"\\fBcbmc\\-mt\\-batch {roff(form)}\\fR", roff(text)]
    lines.append(".SH EXIT STATUS")
    for code, text in options.EXIT_CODES.items():
        lines += [".TP", str(code), roff(text)]
    lines += [
        ".SH EXAMPLES", ".nf",
        roff("cbmc-mt-batch c/pthread c/pthread-atomic -j4 --time 60s --memory 4g --html page.html"),
        roff("cbmc-mt-batch verify --changed --reports reports"),
        roff("cbmc-mt-batch show monday.jsonl tuesday.jsonl --html both.html"), ".fi",
        ".SH SEE ALSO", "\\fBcbmc\\-mt\\fR(1); batch.md and ci.md in its documentation",
    ]
    return "\n".join(lines) + "\n"


# Completions.


def bash():
    cases = []
    for action in actions():
        if not takes_value(action):
            continue
        names = "|".join(action.option_strings)
        offered = {
            "words": f"""COMPREPLY=($(compgen -W '{" ".join(action.choices or [])}' -- "$word"))""",
            "folder": 'COMPREPLY=($(compgen -d -- "$word"))',
            "file": 'COMPREPLY=($(compgen -f -- "$word"))',
            "nothing": "COMPREPLY=()",
        }[kind_of(action)]
        cases.append(f"\t{names}) {offered}; return ;;\n")
    words = " ".join(name for action in actions() for name in action.option_strings)
    forms = " ".join(form.split()[0] for form in options.FORMS)
    return f"""# bash completion of cbmc-mt-batch, made from its options
_cbmc_mt_batch() {{
	local word=${{COMP_WORDS[COMP_CWORD]}} last=${{COMP_WORDS[COMP_CWORD-1]}}
	[[ $word == = ]] && word=
	[[ $last == = ]] && last=${{COMP_WORDS[COMP_CWORD-2]}}
	case $last in
{"".join(cases)}	esac
	if [[ $word == -* ]]; then
		COMPREPLY=($(compgen -W '{words} --help' -- "$word"))
	else
		COMPREPLY=($(compgen -f -- "$word"))
		[[ $COMP_CWORD == 1 ]] && COMPREPLY+=($(compgen -W '{forms}' -- "$word"))
	fi
}}
complete -o filenames -F _cbmc_mt_batch cbmc-mt-batch
"""


def zsh_text(text):
    """Inside '...[...]': quotes, brackets and colons are special to _arguments."""
    return re.sub(r"([\[\]:\\])", r"\\\1", " ".join(text.split())).replace("'", "'\\''")


def zsh():
    lines = []
    for action in actions():
        for name in action.option_strings:
            value = ""
            if takes_value(action):
                offered = {"words": f"({' '.join(action.choices or [])})", "folder": "_files -/", "file": "_files",
                           "nothing": ""}[kind_of(action)]
                joined = "=" if name.startswith("--") else "+"
                value = f":{zsh_text(value_name(action))}:{offered}"
            else:
                joined = ""
            lines.append(f"\t'*{name}{joined}[{zsh_text(action.help)}]{value}' \\\n")
    forms = " ".join(form.split()[0] for form in options.FORMS)
    return ("#compdef cbmc-mt-batch\n# made from the options of cbmc-mt-batch\n"
            f"(( CURRENT == 2 )) && compadd {forms}\n"
            "_arguments -S \\\n" + "".join(lines) + "\t'*:task:_files'\n")

