/* cli/session/crash.h -- fatal signals: one message, never a verdict.
 *
 * A crash is our bug, exit 6, with how to reproduce it; unless the stack is used up or the compiler
 * library was at work (diag_blame): then the input is at fault, exit 2.
 */
#ifndef CLI_SESSION_CRASH_H
#define CLI_SESSION_CRASH_H

/* Catches fatal signals, in this thread on a stack of their own.  'command_line' must stay. */
void crash_catch(const char *command_line);

#endif
