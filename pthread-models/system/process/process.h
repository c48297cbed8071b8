/* pthread-models/system/process/process.h -- this process and its children.
 *
 * After fork an execution follows one of the two processes, and all executions together both.  The
 * other one is outside from then on: a child may end at any time and with any status, and what the
 * two write to each other is arbitrary. */
#ifndef PTHREAD_MODELS_SYSTEM_PROCESS_PROCESS_H
#define PTHREAD_MODELS_SYSTEM_PROCESS_PROCESS_H

#include "../files/files.h"

enum { CHILDREN = 32, FIRST_CHILD = 1 << 16 }; /* more than that are UNKNOWN */

/* The number of the process that the program began with, and of its first thread: any. */
int __model_first_tid(void);

/* Read and written in atomic sections. */
extern int __model_pid_offset;        /* 0, or that of the child that this process is */
extern int __model_children;          /* made so far, also by the parent */
extern unsigned __model_own_children; /* bit k: child k is there, or has ended and nobody asked */

int getpid(void);
int fork(void);
extern int __model_shares_memory;  /* a mapping that a child would share, kept for fork */
void __model_run_atfork(int when); /* 0 before, 1 in the parent, 2 in the child */
/* A new child, which is outside: its number. */
int __model_add_child(void);
int __model_is_child(int pid);
/* In an atomic section: what is connected with open files is outside from now on. */
void __model_share_files(void);
/* Reads the strings of a list that ends with NULL. */
void __model_read_strings(char *const *list);
/* The program ends here, without handlers and without a check for leaks. */
#define PROCESS_ENDS() __mc_abort()

#endif
