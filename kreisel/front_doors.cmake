# What users include. Everything these reach is installed; everything else may change without notice.
set(front_doors
    core/version.hpp                  # which version this is
    equations/check_derivatives.hpp   # is my law right?
    equations/differentiated.hpp      # a law of one's own
    equations/function_system.hpp     # a system made of functions
    groups/all.hpp                    # the groups
    groups/group_laws.hpp             # is my group right?
    io/model_reader.hpp               # models from files
    io/model_writer.hpp               # and back
    model/own_elements.hpp            # forces and joints of one's own
    problems/all.hpp                  # the test problems
    run/simulate.hpp                  # a model built in code, in one call
    run/run.hpp                       # a run as the program does it
    solve/solve.hpp                   # an initial value problem
    solve/compiled.hpp                # the same as machine code of one's own, with the family that is wanted:
    methods/explicit_runge_kutta/family.hpp
    methods/generalized_alpha/family.hpp
    methods/implicit_runge_kutta/family.hpp
    methods/multistep/family.hpp)
