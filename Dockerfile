# The image of the platform: every service and the program rapport. `./rapport images` makes the folder that it copies, with
# Node and its libraries, and nothing that an intruder could use: there is no shell and no package manager.
FROM scratch
COPY . /
USER 65532:65532
WORKDIR /rapport
ENV NODE_ENV=production PATH=/usr/local/bin NODE_COMPILE_CACHE=/tmp/compiled
ENTRYPOINT ["/usr/local/bin/node"]
CMD ["/rapport/bin/rapport/main.js", "help"]
