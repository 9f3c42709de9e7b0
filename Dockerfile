# The course for one person: Jupyter on port 8888, Java 25, Maven, and all libraries, so that it works without a network.
# On one machine:      docker build -t tapeline . && docker run --rm -p 127.0.0.1:8888:8888 -v tapeline-home:/home/jovyan tapeline
# For a JupyterHub:    the same image, see notebooks/where-it-runs.md
FROM quay.io/jupyter/minimal-notebook:python-3.12
USER root
RUN apt-get update && \
    apt-get install -y --no-install-recommends fontconfig fonts-dejavu-core git maven && \
    rm -rf /var/lib/apt/lists/*
COPY --from=docker.io/library/eclipse-temurin:25-jdk /opt/java/openjdk /opt/java
ENV JAVA_HOME=/opt/java PATH=/opt/java/bin:$PATH
# A home folder is often a volume, which hides what the image has there: the course waits beside it.
ENV TAPELINE_COURSE=/opt/tapeline
COPY --chown=${NB_UID}:${NB_GID} . /opt/tapeline
COPY .binder/first-start /usr/local/bin/before-notebook.d/tapeline.sh
RUN mkdir -p /opt/m2 && chown ${NB_UID}:${NB_GID} /opt/m2 && \
    echo '<settings><localRepository>/opt/m2</localRepository></settings>' >/etc/maven/settings.xml
USER ${NB_UID}
RUN cd /opt/tapeline && ./tapeline notebook register && ./tapeline grade 1 -Dreference
ENV JUPYTER_PATH=/home/jovyan/tapeline/notebooks/kernel/target/jupyter
