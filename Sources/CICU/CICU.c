// Nothing: the functions of the header are inlined. (A target of C needs a source file.)
