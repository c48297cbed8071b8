" Vim compiler file: ':compiler cbmc-mt', then ':make %' fills the quickfix list with the violation
" and the steps that lead to it, in their order.
if exists("current_compiler")
  finish
endif
let current_compiler = "cbmc-mt"

let s:saved = &cpo
set cpo&vim

CompilerSet makeprg=cbmc-mt\ --trace-layout=lines\ --color=never
CompilerSet errorformat=
      \%f:%l:%c:\ %trror:\ %m,
      \%f:%l:%c:\ %tarning:\ %m,
      \%f:%l:%c:\ %tote:\ %m,
      \%-G%.%#

let &cpo = s:saved
unlet s:saved
