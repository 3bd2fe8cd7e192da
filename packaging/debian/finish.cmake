# Run by CPack on the files of the Debian packages before they are packed: what Debian wants and `make install` need not do.

# gzip_file(path): compressed as strongly as possible, without the time, so that two builds give the same bytes.
function(gzip_file path)
  execute_process(COMMAND gzip -9n ${path} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

set(root ${CPACK_TEMPORARY_DIRECTORY})
set(doc usr/share/doc)
file(GLOB_RECURSE manuals ${root}/runtime/usr/share/man/*.1)
foreach(page IN LISTS manuals)
  gzip_file(${page})
endforeach()

# Every package has its copyright and changelog below its own name.
file(RENAME ${root}/runtime/${doc}/kreisel/LICENSE ${root}/runtime/${doc}/kreisel/copyright)
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)  # SOURCE_DATE_EPOCH, where that is set
file(WRITE ${root}/runtime/${doc}/kreisel/changelog
     "kreisel (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium\n\n  * Built from source, see CHANGELOG.md.\n\n"
     " -- ${CPACK_PACKAGE_CONTACT}  ${date}\n")
gzip_file(${root}/runtime/${doc}/kreisel/changelog)
file(COPY ${root}/runtime/${doc}/kreisel/copyright ${root}/runtime/${doc}/kreisel/changelog.gz
     DESTINATION ${root}/development/${doc}/libkreisel-dev)
