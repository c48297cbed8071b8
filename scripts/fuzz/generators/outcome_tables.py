"""outcome_tables -- features of programs of outcome_programs: tables of pointers, records, unions, functions, mutexes, numbers with a fraction.

They are read and written at constants and at indices that other threads change, and start with zeros that nobody wrote.
"""


def tables(Feature):
    """The classes; Feature: the class of all of them."""

    class Slots(Feature):
        declare = ("static int here, there = 1, *slot[2];", "static int at;", "static int which(int *p) { return p == &here ? 1 : p == &there ? 2 : 0; }")
        observed = "(which(slot[0]) + 3 * which(slot[1]) + 9 * at)"
        factor = 32

        def statements(self):
            return self.pick(["slot[0] = &here;"], ["slot[at] = &there;"], ["at = 1;"], ["at ^= 1;"], ["x = slot[at] != NULL;"], ["slot[1] = slot[at];"], ["memset(slot, 0, sizeof slot);"],
                             ["if (slot[at] == &here) y++;"], ["{", "\tint *p = slot[at];", "\tif (p) x = *p;", "}"], ["{", "\tint **p = slot;", "\tp += at;", "\t*p = &here;", "}"])

    class Boxes(Feature):
        declare = ("struct box { short kind; struct box *next; };", "static struct box last = {1}, box[2] = {[1] = {2, &last}};", "static struct { int at; } control;",
                   "static struct box *picked(int k) { return &box[k & 1]; }")
        observed = "((box[0].next != 0) + 2 * (box[1].next == &last) + 4 * (box[0].kind & 3) + 16 * control.at)"
        factor = 32

        def statements(self):
            return self.pick(["box[control.at].next = &last;"], ["box[0].next = NULL;"], ["control.at = 1;"], ["box[0] = box[control.at];"], ["picked(x)->kind = 3;"],
                             ["if (box[control.at].next && box[control.at].next->kind == 1) y++;"], ["{", "\tstruct box b = box[control.at];", "\tx = b.next != NULL;", "}"],
                             ["memcpy(&box[1], &last, sizeof last);"], ["x = picked(control.at)->kind & 3;"])

    class Words(Feature):
        declare = ("static union word { int *p; uintptr_t n; unsigned char b[8]; } word[2];", "static int target, choice;")
        observed = "((word[0].p == &target) + 2 * (word[1].n != 0) + 4 * choice)"

        def statements(self):
            return self.pick(["word[choice].p = &target;"], ["word[0].n = 0;"], ["choice = 1;"], ["x = word[choice].p != NULL;"], ["memset(word[choice].b, 0, 8);"],
                             ["word[1] = word[choice];"], ["word[0].n = (uintptr_t)&target;"], ["if (word[choice].n) y++;"])

    class Handlers(Feature):
        declare = ("static int one_more(int k) { return k + 1; }", "static int none(int k) { y = 1; return k - k; }", "static int (*handler[2])(int) = {one_more};", "static int turn;",
                   "static int call(int (*f)(int), int k) { return f ? f(k) : 3; }")
        observed = "((handler[0] == one_more) + 2 * (handler[1] != NULL) + 4 * turn)"

        def statements(self):
            return self.pick(["handler[turn] = none;"], ["turn = 1;"], ["x = call(handler[turn], x) & 3;"], ["handler[1] = handler[turn];"], ["if (handler[turn]) x = handler[0](x) & 3;"],
                             ["x = handler[turn] == NULL;"], ["handler[0] = turn ? one_more : none;"])

    class Fractions(Feature):
        declare = ("static double part[2] = {0.5};", "static float sum;", "static int place;")
        observed = "((int)(part[0] * 4) + 16 * (int)(sum * 2) + 512 * place)"
        factor = 1024

        def statements(self):
            return self.pick(["part[place] = 1.25;"], ["sum += (float)part[place];"], ["place = 1;"], ["part[0] = part[place] / 2;"], ["if (part[place] < 1) y++;"], ["x = (int)(part[place] + sum) & 3;"])

    class LockTable(Feature):
        declare = ("static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};", "static int guarded[2];", "static _Atomic int row;")
        observed = "(guarded[0] + 4 * guarded[1] + 16 * row)"
        factor = 32

        def statements(self):
            name = f"k{self.rng.randrange(10000)}"
            return self.pick(["row = 1;"], [f"int {name} = row;", f"pthread_mutex_lock(&locks[{name}]);", f"guarded[{name}] = 1 + guarded[{name}] % 2;", f"pthread_mutex_unlock(&locks[{name}]);"],
                             ["pthread_mutex_lock(&locks[0]);", "guarded[0] ^= 1;", "pthread_mutex_unlock(&locks[0]);"])

    return Slots, Boxes, Words, Handlers, Fractions, LockTable
