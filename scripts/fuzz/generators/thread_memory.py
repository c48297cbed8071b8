"""thread_memory -- statements of random programs about shared memory of more than one word, and about meetings of threads.

A part of thread_programs: records behind pointers that change, blocks of the heap that threads allocate, publish and
free, arrays at positions that are inputs or shared values, unions; parcels and letters that threads hand over.
"""


class Memory:
    """What thread_programs.Program has more of."""

    def index(self, scope):
        """A position in the table, known only when the program runs."""
        local = self.rng.choice(scope.locals or ["1"])
        return self.pick("0", f"({local}) & 1", f"(unsigned){local} % 3", "at_index % 3", "at_index % 3", "(unsigned)table[2] % 3")

    def record(self, scope):
        """A pointer to records lies in shared memory and changes, and so do the pointers in the records."""
        self.spend(2)
        r = self.rng.random()
        if r < 0.4:
            where = self.pick("at", "at", "at->link", "ra.link")
            to = self.pick("&ra", "&rb", "at->link", "at", f"{self.comparison(scope)} ? &ra : &rb")
            self.line(f"{where} = {to};")
        elif r < 0.6:
            self.line(f"at->{self.pick('v', 'w')} {self.pick('=', '+=')} at->{self.pick('v', 'w', 'link->w')};")
        elif r < 0.8:
            name = self.name("k")
            self.line(f"struct record *{name} = {self.pick('at', 'at', 'at->link')};")
            self.line(f"{name}->v {self.pick('=', '+=')} {self.operand(scope)};")
            self.line(f"{name}->w = {name}->{self.pick('v', 'link->v')};")
        elif r < 0.9:
            name = self.name("k")
            self.line(f"struct record {name} = *at;")
            self.line(f"{name}.v{self.pick('++', '--')};")
            self.line(f"{self.pick('*at', 'ra', 'rb')} = {name};")
        else:
            self.line(f"assert(at {self.pick('==', '!=')} {self.pick('&ra', '&rb', 'at->link')});")

    def block_of_heap(self, scope):
        """A block that a thread allocates, fills and publishes; freed by whom it belongs to."""
        if self.blocks == "kept":
            return self.kept_block(scope)
        if self.blocks == "owned":
            return self.owned_block(scope)
        return self.locked_block(scope)

    def new_block(self, scope, following):
        name = self.name("b")
        self.line(f"struct block *{name} = malloc(sizeof *{name});")
        self.line(f"{name}->v = {self.expression(scope)};")
        self.line(f"{name}->next = {following};")
        return name

    def kept_block(self, scope):
        """Blocks are found from 'top' and never freed."""
        self.spend(3)
        r = self.rng.random()
        if r < 0.4:
            name = self.new_block(scope, self.pick("top", "top", "top->next"))
            if self.chance(0.3):
                self.line(f"struct block *{name}e = {self.pick('top', f'{name}->next')};")
                self.line(f"__sync_bool_compare_and_swap(&top, {name}e, {name});")
            else:
                self.line(f"{self.pick('top', 'top', 'top->next')} = {name};")
        elif r < 0.7:
            name = self.name("b")
            self.line(f"struct block *{name} = {self.pick('top', 'top->next')};")
            self.line(f"{name}->v {self.pick('=', '+=')} {self.operand(scope)};")
        elif r < 0.85:
            self.line("top = top->next;")
        else:
            self.line(f"assert(top {self.pick('==', '!=')} top->next);")

    def owned_block(self, scope):
        """Who exchanges 'slot' has the block that lay there for himself."""
        self.spend(3)
        if self.chance(0.5):
            name = self.new_block(scope, "NULL")
            self.line(f"free(__atomic_exchange_n(&slot, {name}, __ATOMIC_SEQ_CST));")
            return
        name = self.name("b")
        self.line(f"struct block *{name} = __atomic_exchange_n(&slot, NULL, __ATOMIC_SEQ_CST);")
        self.line(f"if ({name}) {{")
        self.line(f"\t{self.place(scope)} {self.pick('=', '+=')} {name}->v;")
        if self.chance(0.3):
            self.line(f"\tassert({name}->v {self.pick('!=', '<', '>=')} {self.small()});")
        if self.chance(0.4):
            self.line(f"\t{name}->v++;")
            self.line(f"\t{name} = __atomic_exchange_n(&slot, {name}, __ATOMIC_SEQ_CST);")
        self.line(f"\tfree({name});")
        self.line("}")

    def locked_block(self, scope):
        """Whoever looks at 'slot' or at the block there has the lock, or should have it."""
        if scope.held or scope.section:
            return self.store(scope)
        self.spend(4)
        r = self.rng.random()
        name = self.new_block(scope, "NULL") if r < 0.35 else self.name("b")
        locks = self.blocks == "locked" or self.chance(0.6)
        if locks:
            self.line("pthread_mutex_lock(&keeper);")
        if r < 0.35:
            self.line("free(slot);")
            self.line(f"slot = {name};")
        elif r < 0.7:
            self.line("if (slot) {")
            self.line(f"\tslot->v {self.pick('=', '+=')} {self.operand(scope)};")
            self.line(f"\t{self.place(scope)} = slot->v;")
            if self.chance(0.3):
                self.line("\tfree(slot);")
                self.line("\tslot = NULL;")
            self.line("}")
        else:
            self.line(f"struct block *{name} = slot;")
            self.line("slot = NULL;")
        if locks:
            self.line("pthread_mutex_unlock(&keeper);")
        if r >= 0.7:
            self.line(f"if ({name}) {self.place(scope)} = {name}->v;")
            self.line(f"free({name});")
        return None

    def element(self, scope):
        self.spend(2)
        r = self.rng.random()
        if r < 0.25:
            self.line(f"at_index {self.pick('=', '+=')} {self.pick(self.operand(scope), '1', '2')};")
        elif r < 0.45:
            name = self.name("i")
            self.line(f"int {name} = {self.expression(scope)};")
            self.line(f"if ({name} >= 0 && {name} < 3) table[{name}] {self.pick('=', '+=')} {self.operand(scope)};")
        elif r < 0.65 and not scope.depth and not scope.section:
            name = self.name("n")
            self.line(f"unsigned {name} = (unsigned)__VERIFIER_nondet_int();")
            self.line(f"__VERIFIER_assume({name} < {self.pick('2', '3')});")
            self.line(f"table[{name}] {self.pick('=', '+=')} {self.operand(scope)};")
            scope.locals.append(name)
        elif r < 0.85:
            name = self.name("q")
            self.line(f"cell *{name} = &table[{self.index(scope)}];")
            self.line(f"*{name} {self.pick('=', '+=', '-=')} {self.operand(scope)};")
        else:
            self.line(f"assert(table[{self.index(scope)}] {self.pick('<=', '!=', '>=')} {self.operand(scope)});")

    def overlap(self, scope):
        """Accesses of different sizes to the same bytes."""
        self.spend(2)
        r = self.rng.random()
        if r < 0.25:
            what = self.pick("u", "u", "u.half", "u.half.high", "u.byte[1]")
            self.line(f"memset(&{what}, {self.pick('0', '0', '1', '255')}, sizeof {what});")
        elif r < 0.4:
            self.line(self.pick("memcpy(&u.half.low, &u.byte[2], 2);", "memcpy(&u.half.high, u.byte, 2);"))  # no overlap
        elif r < 0.55:
            name = self.name("w")
            self.line(f"union word {name} = u;")
            self.line(f"{name}.byte[{self.pick('0', '1', '3')}]{self.pick('++', '--', ' = 1')};")
            self.line(f"u = {name};")
        elif r < 0.8:
            self.line(f"u.{self.pick('whole', 'half.low', 'half.high', 'byte[0]', 'byte[3]', *self.elements(scope))} {self.pick('=', '+=')} {self.operand(scope)};")
        else:
            what = self.pick("whole", "half.high", "byte[1]", *self.elements(scope))
            self.line(f"assert(u.{what} {self.pick('==', '!=', '<=')} {self.pick('0', '1', 'u.half.low')});")

    def elements(self, scope):
        """Elements of a union at an index that is known only when the program runs."""
        local = self.rng.choice(scope.locals or ["1"])
        return f"byte[({local}) & 3]", f"pair[({local}) & 1]", "byte[u.half.low & 3]"

    def storage_unit(self, scope):
        """Bit-fields, a union and an integer of two words: more than one access each."""
        self.spend(3)
        r = self.rng.random()
        if r < 0.45:
            self.line(f"bits.{self.pick('low', 'low', 'middle', 'high')} {self.pick('=', '+=', '^=')} {self.operand(scope)};")
        elif r < 0.6:
            name = self.name("w")
            self.line(f"union words {name} = {self.pick('words', 'others')};")
            self.line(f"{name}.half[{self.pick('0', '1')}]{self.pick('++', '--', ' = 1')};")
            self.line(f"{self.pick('words', 'words', 'others')} = {self.pick(name, name, 'others')};")
        elif r < 0.8:
            self.line(f"huge {self.pick('=', '+=', '^=')} (unsigned __int128)(unsigned){self.operand(scope)} << {self.pick('0', '64')};")
        else:
            claim = self.pick("bits.low != bits.middle", "bits.low < 2", "bits.high == bits.low", "words.half[0] == words.half[1]", "huge >> 64 == (uint64_t)huge")
            self.line(f"assert({claim});")

    def mark(self, scope):
        """A link whose lowest bit is a mark, as lock-free structures have it; it always leads to a place."""
        self.spend(2)
        to = self.pick("(uintptr_t)&place1", "(uintptr_t)&place2")
        bit = self.pick("", " | 1", " | 1")
        r = self.rng.random()
        if r < 0.3:
            self.line(f"link = {self.pick(f'({to}{bit})', 'link | 1', 'link & ~(uintptr_t)1', 'link ^ 1')};")
        elif r < 0.5:
            self.line(f"__sync_bool_compare_and_swap(&link, {to}{bit}, {self.pick('(uintptr_t)&place1', '(uintptr_t)&place2')}{self.pick('', ' | 1')});")
        elif r < 0.8:
            name = self.name("p")
            self.line(f"struct place *{name} = (struct place *)(link & ~(uintptr_t)1);")
            self.line(f"{name}->v {self.pick('=', '+=')} {self.operand(scope)};")
        elif r < 0.9:
            name = self.name("m")
            self.line(f"uintptr_t {name} = link;")
            self.line(f"if ({name} & 1) ((struct place *)({name} - 1))->v++;")
        else:
            self.line(f"assert({self.pick('link & 1', '!(link & 1)', f'(link & ~(uintptr_t)1) == {to}', f'link != ({to} | 1)')});")

    def handoff(self, scope):
        """A parcel from hand to hand: two semaphores say whether there is one."""
        if scope.section:
            return self.store(scope)
        self.spend(3)
        if self.chance(0.5):
            self.line("sem_wait(&room);")
            self.line(f"parcel = {self.expression(scope)};")
            self.line("sem_post(&item);")
            return None
        name = self.name("r")
        self.line("sem_wait(&item);")
        self.line(f"int {name} = parcel;")
        if self.chance(0.9):
            self.line("sem_post(&room);")
        scope.locals.append(name)
        return None

    def letter(self, scope):
        """A box for one letter, with a condition variable for each side."""
        if scope.held or scope.section:
            return self.store(scope)
        self.spend(5)
        test = self.pick("while", "while", "while", "if")
        self.line("pthread_mutex_lock(&post);")
        if self.chance(0.5):
            self.line(f"{test} (letters > 0) pthread_cond_wait(&taken, &post);")
            self.line(f"letter = {self.expression(scope)};")
            self.line("letters++;")
            self.line("pthread_cond_signal(&came);")
        else:
            self.line(f"{test} (letters == 0) pthread_cond_wait(&came, &post);")
            self.line(f"{self.place(scope)} = letter;")
            self.line("letters--;")
            self.line(self.pick("pthread_cond_signal(&taken);", "pthread_cond_broadcast(&taken);"))
        self.line("pthread_mutex_unlock(&post);")
        return None

    def meet(self, scope):
        if self.chance(0.3):
            self.line("if (pthread_barrier_wait(&phase) == PTHREAD_BARRIER_SERIAL_THREAD)")
            self.line(f"\t{self.rng.choice(self.shared)} += {self.operand(scope)};")
        else:
            self.line("pthread_barrier_wait(&phase);")

    def scratch(self, scope):
        """A local array that is filled from shared memory, perhaps again, and then read in part, or not."""
        name, pointer, i = self.name("n"), self.name("q"), self.name("i")
        self.spend(3)
        self.line(f"cell {name}[2] = {{0, 1}}, *{pointer} = {name};")
        self.line(f"for (int {i} = 0; {i} < {self.pick('2', '2', '3')}; {i}++) {{")
        self.line(f"    {pointer}[{i} & 1] {self.pick('=', '=', '+=')} {self.place(scope)};")
        if self.chance(0.4):
            self.line(f"    if ({name}[{self.pick('0', '1')}]) break;")
        self.line("}")
        if self.chance(0.5):
            self.statement(scope.inner(locals=scope.locals))
        index = self.pick("0", "1", f"({self.rng.choice(scope.locals or ['1'])}) & 1")
        if self.chance(0.3):
            self.line(f"if ({self.comparison(scope)}) {{ {self.place(scope)} = {name}[{index}]; }}")
        elif self.chance(0.5):
            self.line(f"{self.place(scope)} {self.pick('=', '+=')} {pointer}[{index}];")
        elif self.chance(0.5):
            self.line(f"assert({name}[{index}] {self.pick('<', '!=', '<=')} {self.pick('1', '2', '3')});")
